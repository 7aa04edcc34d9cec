ALTER TABLE "admins" ADD COLUMN "seq" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mobile_users" ADD COLUMN "seq" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Whatever changes a person raises the sequence of their list, in the same transaction (decisions/console/collections.md).
CREATE FUNCTION number_person() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  list CONSTANT text := TG_ARGV[0];
  person CONSTANT text := CASE TG_OP WHEN 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END ->> TG_ARGV[1];
  raised bigint;
BEGIN
  INSERT INTO collection_states AS s (collection, seq, epoch)
  VALUES (list, 1, gen_random_uuid()::text)
  ON CONFLICT (collection) DO UPDATE SET seq = s.seq + 1
  RETURNING s.seq INTO raised;
  IF TG_OP = 'DELETE' THEN
    INSERT INTO tombstones (collection, id, seq, deleted_at) VALUES (list, person, raised, now())
    ON CONFLICT (collection, id)
    DO UPDATE SET seq = excluded.seq, deleted_at = excluded.deleted_at;
    RETURN OLD;
  END IF;
  DELETE FROM tombstones AS t WHERE t.collection = list AND t.id = person;
  NEW.seq := raised;
  RETURN NEW;
END
$$;
--> statement-breakpoint
-- Rows that are brought over from another database keep their numbers (move.ts).
CREATE TRIGGER number_admin BEFORE INSERT OR DELETE ON admins FOR EACH ROW
  WHEN (current_setting('dockside.moving', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION number_person('admins', 'username');
--> statement-breakpoint
CREATE TRIGGER number_changed_admin
  BEFORE UPDATE OF username, company_name, company_email, phone_number, password_hash, is_super_admin, features
  ON admins FOR EACH ROW
  WHEN ((OLD.username, OLD.company_name, OLD.company_email, OLD.phone_number, OLD.password_hash, OLD.is_super_admin, OLD.features)
    IS DISTINCT FROM
    (NEW.username, NEW.company_name, NEW.company_email, NEW.phone_number, NEW.password_hash, NEW.is_super_admin, NEW.features))
  EXECUTE FUNCTION number_person('admins', 'username');
--> statement-breakpoint
CREATE TRIGGER number_mobile_user BEFORE INSERT OR DELETE ON mobile_users FOR EACH ROW
  WHEN (current_setting('dockside.moving', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION number_person('wmsAiUsers', 'userid');
--> statement-breakpoint
CREATE TRIGGER number_changed_mobile_user
  BEFORE UPDATE OF userid, name, password_hash, location, multi_location_enable, features
  ON mobile_users FOR EACH ROW
  WHEN ((OLD.userid, OLD.name, OLD.password_hash, OLD.location, OLD.multi_location_enable, OLD.features)
    IS DISTINCT FROM
    (NEW.userid, NEW.name, NEW.password_hash, NEW.location, NEW.multi_location_enable, NEW.features))
  EXECUTE FUNCTION number_person('wmsAiUsers', 'userid');
