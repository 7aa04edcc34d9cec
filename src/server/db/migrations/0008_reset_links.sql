-- A reset link ends with any change of what it would open, whoever makes the change and however
-- (decisions/server/rate-limits.md). Links that were sent before this rule end now.
DELETE FROM password_resets;
--> statement-breakpoint
CREATE FUNCTION end_reset_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM password_resets WHERE username = OLD.username;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER end_reset_links
  AFTER UPDATE OF company_email, password_hash, is_super_admin, features, totp_secret
  ON admins FOR EACH ROW
  WHEN ((OLD.company_email, OLD.password_hash, OLD.is_super_admin, OLD.features, OLD.totp_secret)
    IS DISTINCT FROM
    (NEW.company_email, NEW.password_hash, NEW.is_super_admin, NEW.features, NEW.totp_secret))
  EXECUTE FUNCTION end_reset_links();
