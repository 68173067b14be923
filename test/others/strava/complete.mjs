// Writes a copy of the service's document that adds the missing form of bodies.
// A reader of Swagger 2.0 accepts no bodies otherwise.
import { readFileSync, writeFileSync } from 'node:fs';

const [from, to] = process.argv.slice(2);
const document = JSON.parse(readFileSync(from, 'utf8'));
for (const operations of Object.values(document.paths)) {
  for (const operation of Object.values(operations)) {
    const places = (operation.parameters ?? []).map((p) => p.in);
    if (operation.consumes || document.consumes) continue;
    if (places.includes('formData')) operation.consumes = ['application/x-www-form-urlencoded'];
    if (places.includes('body')) operation.consumes = ['application/json'];
  }
}
writeFileSync(to, JSON.stringify(document));
