ALTER TABLE "floor_records" ADD COLUMN "home" jsonb;--> statement-breakpoint
-- What a person has resolved by hand is not booked as well.
UPDATE "floor_records" AS f SET "next_at" = NULL, "waits_for" = NULL FROM "cases" AS c
  WHERE c."collection" = f."collection" AND c."record_id" = f."id" AND c."state" = 'resolved' AND c."resolved_how" <> 'booked';
--> statement-breakpoint
-- Earlier versions noted the record type of every sending. What NetSuite refused as a record, it does not have.
UPDATE "floor_records" AS f SET "sent_as" = NULL FROM "records" AS r
  WHERE r."collection" = f."collection" AND r."id" = f."id" AND f."booking" = 'failed' AND f."lease" IS NULL
    AND r."body"::text LIKE '%NetSuite refused the record: %';
