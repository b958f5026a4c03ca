/** Writes the OpenAPI document to the path of the first argument. Each release has it; a server serves it. */
import { writeFileSync } from 'node:fs';
import { openApiDocument } from '../packages/contract/src/openapi.ts';

writeFileSync(process.argv[2]!, `${JSON.stringify(openApiDocument(), null, 2)}\n`);
