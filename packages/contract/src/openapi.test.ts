import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from './openapi.ts';

const document = openApiDocument();
const source = JSON.stringify(document);

describe('the OpenAPI document', () => {
  it("passes Redocly's linter", async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const found = await lintFromString({ source, absoluteRef: 'openapi.json', config });
    expect(found.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });

  it('names its schemas, with a separate request schema only if it differs from the response', () => {
    const { schemas } = document.components;
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining(['Parcel', 'ParcelInput', 'Problem', 'Crop']),
    );
    expect(Object.keys(schemas).filter((name) => name.endsWith('InputRequest'))).toEqual([]);
  });

  it('lists the failures, request headers and response headers of each call', () => {
    const { paths, components } = document;
    const create = paths['/land']?.post as { responses: object; parameters: object[] };
    const statuses = ['201', '400', '401', '403', '409', '429', '503', 'default'];
    expect(Object.keys(create.responses)).toEqual(statuses);
    expect(create.parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' });
    const list = paths['/land']?.get as { responses: { 200: { headers: object } } };
    expect(Object.keys(list.responses[200].headers)).toEqual(['X-Total-Count', 'Link']);
    for (const response of Object.values(components.responses))
      expect(response.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Problem' });
  });
});

describe('a generated client', () => {
  const uses = {
    'right.ts': `
      type Parcel = components['schemas']['Parcel'];
      type NewParcel = operations['postLand']['requestBody']['content']['application/json'];
      type Refused = operations['postLand']['responses'][400]['content']['application/json'];
      export const acres = (parcels: Parcel[]) => parcels.reduce((sum, { size }) => sum + size, 0);
      export const field: NewParcel = { name: 'River field', size: 2.5, location: { address: 'Njoro' } };
      export const faults = (refused: Refused) => refused.issues?.map(({ path, message }) => path + message);`,
    'wrong.ts': `export const parcel: Partial<components['schemas']['Parcel']> = { size: 'two' };`,
  };
  let folder: string;
  let program: ts.Program;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ardhi-client-'));
    writeFileSync(join(folder, 'api.ts'), astToString(await openapiTS(source)));
    const imports = `import type { components, operations } from './api';\n`;
    for (const [name, use] of Object.entries(uses)) writeFileSync(join(folder, name), imports + use);
    // One program: reading the declarations takes longer than checking a file.
    const files = Object.keys(uses).map((name) => join(folder, name));
    program = ts.createProgram(files, { strict: true, noEmit: true, skipLibCheck: true, types: [] });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const faultsOf = (...names: string[]) =>
    names
      .flatMap((name) => ts.getPreEmitDiagnostics(program, program.getSourceFile(join(folder, name))))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));

  it('compiles with the schema names of the document', () => {
    expect(faultsOf('api.ts', 'right.ts')).toEqual([]);
  });

  it('rejects a field of the wrong type', () => {
    expect(faultsOf('wrong.ts')).toEqual([expect.stringContaining("not assignable to type 'number'")]);
  });
});
