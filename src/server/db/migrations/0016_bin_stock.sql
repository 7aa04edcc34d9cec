CREATE TABLE "stale_stock" (
	"item_id" text PRIMARY KEY NOT NULL,
	"booked_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "bin_stock_by_item" ON "records" USING btree (split_part("id", '|', 1)) WHERE "records"."collection" = 'binStock';