ALTER TABLE "floor_records" ADD COLUMN "home" jsonb;--> statement-breakpoint
-- What a person has resolved by hand is not booked as well.
UPDATE "floor_records" AS f SET "next_at" = NULL, "waits_for" = NULL FROM "cases" AS c
  WHERE c."collection" = f."collection" AND c."record_id" = f."id" AND c."state" = 'resolved' AND c."resolved_how" <> 'booked';
