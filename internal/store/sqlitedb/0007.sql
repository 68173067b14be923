-- What else is shown of an activity, a JSON object, empty for nothing: how it
-- felt, what was eaten, what of its recordings is ignored.
ALTER TABLE activities ADD COLUMN words TEXT NOT NULL DEFAULT '';
