-- The import run, or the reading of a service, that said last what gear is:
-- who may see it and how long it stays follows from that.
ALTER TABLE gear ADD COLUMN run TEXT NOT NULL DEFAULT '';
