-- What a person is to this athlete; empty means the role that the person has otherwise.
ALTER TABLE agreements ADD COLUMN role TEXT NOT NULL DEFAULT '';
