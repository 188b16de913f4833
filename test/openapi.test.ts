import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { endpoints, events, states } from '../src/declarations.ts';
import { VERSION } from '../src/kernel/config.ts';
import { isText } from '../src/kernel/http/check.ts';
import { pathParameters } from '../src/kernel/http/endpoint.ts';
import { openapi } from '../src/kernel/http/openapi.ts';

interface Operation {
  operationId: string;
  summary: string;
  parameters: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: { properties?: object }; encoding?: Record<string, object> }> };
  responses: Record<string, { content: Record<string, { schema: { properties: object } }> }>;
}
const document = openapi(VERSION, endpoints, events, states) as {
  openapi: string;
  components: { responses: { Error: { content: { 'application/json': { schema: object } } } } };
  paths: Record<string, Record<string, Operation>>;
  'x-events': { type: string; op?: string; schema: { properties: object } }[];
};
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path.replace('/api/v1', '')}`,
    root: !path.startsWith('/api/v1'),
    ...operation,
  })),
);

/** A path without the names of its parameters, which do not distinguish paths. */
const anonymous = (path: string) => path.replace(/\{\w+\}/g, '{}');

test('the document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
  assert.deepEqual(errors, undefined);
  assert.equal(valid, true);
});

test('no two paths differ only in the name of a parameter', () => {
  const paths = Object.keys(document.paths).map(anonymous);
  assert.deepEqual(
    paths.filter((path, at) => paths.indexOf(path) !== at),
    [],
  );
});

test('form fields that hold JSON say so', () => {
  for (const { method, path, params } of endpoints) {
    const inPath = pathParameters(path);
    const encoded = Object.keys(params).filter((name) => !inPath.includes(name) && !isText(params[name]!));
    if (method === 'GET' || encoded.length === 0) continue;
    const operation = operations.find(({ name }) => anonymous(name) === `${method} ${anonymous(path)}`)!;
    const [form] = Object.values(operation.requestBody!.content);
    assert.deepEqual(
      form!.encoding,
      Object.fromEntries(encoded.map((name) => [name, { contentType: 'application/json' }])),
      operation.name,
    );
  }
});

test('error responses have a schema, and responses that are not JSON have their media type', () => {
  const { content } = document.components.responses.Error;
  assert.deepEqual(content['application/json'].schema, { $ref: '#/components/schemas/Error' });
  for (const { responses, name } of operations)
    assert.deepEqual(responses.default, { $ref: '#/components/responses/Error' }, name);
  const listTypes = (path: string) =>
    Object.values(document.paths[path]!.get!.responses).flatMap(({ content }) => Object.keys(content ?? {}));
  assert.deepEqual(listTypes('/'), ['text/html']);
  assert.deepEqual(listTypes('/metrics'), ['text/plain']);
  assert.deepEqual(listTypes('/manifest.webmanifest'), ['application/manifest+json']);
});

test('every declared endpoint is described once, with all its parameters and response fields', () => {
  const getKey = (root: boolean, name: string) => `${root ? 'root ' : ''}${anonymous(name)}`;
  const declared = new Set(endpoints.map(({ root, method, path }) => getKey(root, `${method} ${path}`)));
  assert.deepEqual(operations.map(({ root, name }) => getKey(root, name)).sort(), [...declared].sort());
  assert.equal(
    new Set(operations.map(({ operationId }) => operationId)).size,
    operations.length,
    'operationIds are unique',
  );
  for (const { method, path, root, params, returns, summary, files, serve, take } of endpoints) {
    const operation = operations.find(
      (one) => anonymous(one.name) === anonymous(`${method} ${path}`) && one.root === root,
    )!;
    const form = Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) =>
      Object.keys(schema.properties ?? {}),
    );
    assert.deepEqual(
      [...operation.parameters.filter((one) => one.in !== 'path').map(({ name }) => name), ...form].sort(),
      [
        ...Object.keys(params).filter((name) => !pathParameters(path).includes(name)),
        ...(files ? [files.name] : []),
      ].sort(),
      operation.name,
    );
    if (serve || take) continue;
    const reply = operation.responses[200]!.content['application/json']!.schema.properties;
    for (const name of Object.keys(returns)) assert.ok(name in reply, `${operation.name} replies ${name}`);
    assert.ok(summary.length > 0, `${operation.name} says what it does`);
  }
});

test('the response of /register has every part of the state exactly once', () => {
  const reply = operations.find(({ name }) => name === 'POST /register')!.responses[200]!.content['application/json']!
    .schema.properties;
  const parts = states.flatMap(({ shape }) => Object.keys(shape));
  for (const part of parts) assert.ok(part in reply, part);
  assert.deepEqual(
    parts.filter((part, at) => parts.indexOf(part) !== at),
    DUPLICATE_SETTINGS,
  );
});

// Settings that old clients find under two fetched types, with the same value.
const DUPLICATE_SETTINGS: string[] = [];

test('every declared event is described once', () => {
  const name = ({ type, op }: { type: string; op?: string | undefined }) => `${type}/${op ?? ''}`;
  const described = document['x-events'].map(name);
  assert.deepEqual(described.sort(), [...new Set(events.map(name))].sort());
});

test('the description is valid JSON without loss', () => {
  assert.deepEqual(JSON.parse(JSON.stringify(document)), document);
});
