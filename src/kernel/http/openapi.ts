import type { TSchema } from 'typebox';
import { type EventDeclaration, eventSchema } from '../events/event.ts';
import { isText } from './check.ts';
import { type Endpoint, pathParameters } from './endpoint.ts';

interface StatePart {
  shape: Record<string, TSchema>;
}

/** OpenAPI 3.1 of everything declared; the events under `x-events`. */
export function openapi(
  version: string,
  endpoints: readonly Endpoint[],
  events: readonly EventDeclaration[],
  states: readonly StatePart[],
): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const extra = endpoint.path === '/register' ? Object.assign({}, ...states.map(({ shape }) => shape)) : {};
    const path = endpoint.root ? endpoint.path : `/api/v1${endpoint.path}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, extra) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Klatch', version, license: { name: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'basic', description: 'E-mail address and API key.' } },
    },
    paths,
    'x-events': [...Map.groupBy(events, ({ type, op }) => `${type}/${op}`).values()].map(described),
  };
}

/** One event; its declarations, where there are several, differ by who hears them. */
function described(declarations: readonly EventDeclaration[]): object {
  const [{ type, op }] = declarations as readonly [EventDeclaration];
  const schemas = declarations.map((declaration) => plain(eventSchema(declaration)));
  return { type, ...(op === undefined ? {} : { op }), schema: schemas.length === 1 ? schemas[0] : { anyOf: schemas } };
}

function operation(endpoint: Endpoint, state: Record<string, TSchema>): object {
  const inPath = new Set(pathParameters(endpoint.path));
  const inForm = endpoint.method !== 'GET';
  const parameters: object[] = [];
  const fields: Record<string, unknown> = {};
  const required: string[] = [];
  for (const [name, schema] of Object.entries(endpoint.params)) {
    const mandatory = !('~optional' in schema) && !('default' in schema);
    if (inPath.has(name)) parameters.push({ name, in: 'path', required: true, schema: plain(schema) });
    else if (inForm) {
      fields[name] = { ...(plain(schema) as object), ...(isText(schema) ? {} : { 'x-json-encoded': true }) };
      if (mandatory) required.push(name);
    } else parameters.push({ name, in: 'query', required: mandatory, ...encoded(schema) });
  }
  if (endpoint.files) fields[endpoint.files.name] = { type: 'string', format: 'binary' };
  const reply: Record<string, unknown> = { result: { const: 'success' }, msg: { type: 'string' } };
  for (const [name, schema] of Object.entries({ ...endpoint.returns, ...state })) reply[name] = plain(schema);
  reply.ignored_parameters_unsupported = { type: 'array', items: { type: 'string' } };
  const success = endpoint.serve
    ? { description: 'The file itself, or where it is', content: { '*/*': {} } }
    : { description: 'Success', content: { 'application/json': { schema: { type: 'object', properties: reply } } } };
  return {
    summary: endpoint.summary,
    operationId: `${endpoint.method.toLowerCase()}${endpoint.serve ? '-file' : ''}${endpoint.path.replace(/\W+/g, '-').replace(/-$/, '')}`,
    ...(endpoint.deprecated ? { deprecated: true } : {}),
    security: endpoint.auth === 'public' ? [] : endpoint.auth === 'spectator' ? [{ key: [] }, {}] : [{ key: [] }],
    parameters,
    ...(inForm && Object.keys(fields).length > 0
      ? {
          requestBody: {
            content: {
              [endpoint.files ? 'multipart/form-data' : 'application/x-www-form-urlencoded']: {
                schema: { type: 'object', properties: fields, ...(required.length > 0 ? { required } : {}) },
              },
            },
          },
        }
      : {}),
    responses: {
      200: success,
      default: { description: 'A refusal: result `error`, msg, code, and further fields by code' },
    },
  };
}

/** Everything but text travels as JSON inside the query. */
const encoded = (schema: TSchema): object =>
  isText(schema) ? { schema: plain(schema) } : { content: { 'application/json': { schema: plain(schema) } } };

/** The schema without what is TypeBox's own. */
const plain = (schema: TSchema): unknown => JSON.parse(JSON.stringify(schema));
