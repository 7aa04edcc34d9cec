-- What devices claimed that the ERP had answered goes from their records (decisions/console/reading-records.md): fills/claimed-answers.ts.
SELECT 1;
