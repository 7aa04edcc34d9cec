ALTER TABLE "records" DROP CONSTRAINT "records_collection_id_pk";--> statement-breakpoint
ALTER TABLE "records" ADD CONSTRAINT "records_collection_id_seq_pk" PRIMARY KEY("collection","id","seq");--> statement-breakpoint
ALTER TABLE "collection_states" ADD COLUMN "mark" jsonb;--> statement-breakpoint
ALTER TABLE "records" ADD COLUMN "gone_seq" bigint;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "reading" jsonb;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "stage" text;--> statement-breakpoint
CREATE INDEX "records_gone" ON "records" USING btree ("collection","gone_seq") WHERE "records"."gone_seq" IS NOT NULL;