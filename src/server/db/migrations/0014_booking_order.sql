CREATE TABLE "booking_choices" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"body" jsonb NOT NULL,
	CONSTRAINT "booking_choices_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
ALTER TABLE "floor_records" ADD COLUMN "made_at" timestamp with time zone;--> statement-breakpoint
-- Until now the order was that of arrival.
UPDATE "floor_records" SET "made_at" = "created_at";--> statement-breakpoint
ALTER TABLE "floor_records" ALTER COLUMN "made_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "floor_records" ADD COLUMN "stock_keys" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "floor_records" ADD COLUMN "waits_for" text;--> statement-breakpoint
ALTER TABLE "floor_records" ADD COLUMN "sent_as" text;--> statement-breakpoint
CREATE INDEX "floor_records_by_stock" ON "floor_records" USING gin ("stock_keys") WHERE "floor_records"."next_at" IS NOT NULL;