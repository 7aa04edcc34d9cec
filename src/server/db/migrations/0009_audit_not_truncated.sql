-- The trail cannot be emptied at one stroke either, which no trigger for rows sees (decisions/server/secrets.md).
CREATE OR REPLACE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.at < now() - interval '30 days' THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'the audit trail is append-only';
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_not_truncated BEFORE TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
--> statement-breakpoint
-- Also for a session that replicates, which passes other triggers by.
ALTER TABLE audit ENABLE ALWAYS TRIGGER audit_append_only;
--> statement-breakpoint
ALTER TABLE audit ENABLE ALWAYS TRIGGER audit_not_truncated;
