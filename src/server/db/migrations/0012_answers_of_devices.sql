-- What devices claimed that the ERP had answered goes from their records (decisions.md 9.9): fills/claimed-answers.ts.
SELECT 1;
