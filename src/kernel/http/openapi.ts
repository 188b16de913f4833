import type { TSchema } from 'typebox';
import { type EventDeclaration, eventSchema } from '../events/event.ts';
import { isText, withUsualLimits } from './check.ts';
import { type Endpoint, pathParameters } from './endpoint.ts';

interface StatePart {
  shape: Record<string, TSchema>;
}

/** OpenAPI 3.1 of everything declared; the events are in `x-events`. */
export function openapi(
  version: string,
  endpoints: readonly Endpoint[],
  events: readonly EventDeclaration[],
  states: readonly StatePart[],
): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const group of Map.groupBy(endpoints, getPattern).values()) {
    const path = getPath(group[0]!);
    const methods = Map.groupBy(group, ({ method }) => method.toLowerCase()).values();
    const operations = [...methods].map((alternatives) => {
      const endpoint = mergeAlternatives(alternatives, path);
      const extra = endpoint.path === '/register' ? Object.assign({}, ...states.map(({ shape }) => shape)) : {};
      return [endpoint.method.toLowerCase(), operation(endpoint, extra)] as const;
    });
    paths[path] = Object.fromEntries(operations);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Klatch', version, license: { name: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    components: COMPONENTS,
    paths,
    'x-events': [...Map.groupBy(events, ({ type, op }) => `${type}/${op}`).values()].map(describeEvents),
  };
}

const COMPONENTS = {
  securitySchemes: {
    key: { type: 'http', scheme: 'basic', description: 'E-mail address and API key.' },
    bearer: { type: 'http', scheme: 'bearer', description: 'The API key alone.' },
  },
  schemas: {
    Error: {
      type: 'object',
      properties: {
        result: { const: 'error' },
        msg: { type: 'string', description: 'A message for people. Programs use `code`.' },
        code: { type: 'string', description: '`BAD_REQUEST` if the error has no code of its own.' },
      },
      required: ['result', 'msg', 'code'],
      additionalProperties: { description: 'More fields, depending on the code.' },
    },
  },
  responses: {
    Error: {
      description: 'An error',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  },
};

const getPath = ({ root, path }: Endpoint): string => (root ? path : `/api/v1${path}`);
const getPattern = (endpoint: Endpoint): string => getPath(endpoint).replace(/\{\w+\}/g, '{}');

/**
 * Merges endpoints whose paths differ only in the names of parameters (`/users/{user_id}`, `/users/{email}`), because
 * OpenAPI does not allow two such paths. The path parameter accepts what any of them accepts, under the name in `path`.
 */
function mergeAlternatives(alternatives: readonly Endpoint[], path: string): Endpoint {
  const names = pathParameters(path);
  const variants = alternatives.map((endpoint) => {
    const own = pathParameters(endpoint.path);
    const others = Object.entries(endpoint.params).filter(([name]) => !own.includes(name));
    return { inPath: own.map((name) => endpoint.params[name]!), others: Object.fromEntries(others) };
  });
  const inPath = names.map((name, at) => {
    const schemas = variants.map((one) => one.inPath[at]!);
    return [name, schemas.length === 1 ? schemas[0]! : ({ anyOf: schemas } as TSchema)] as const;
  });
  const params = Object.assign(Object.fromEntries(inPath), ...variants.map(({ others }) => others));
  const returns = Object.assign({}, ...alternatives.map((endpoint) => endpoint.returns));
  return { ...alternatives[0]!, path: alternatives[0]!.root ? path : path.replace('/api/v1', ''), params, returns };
}

/** One event. If it has several declarations, they differ by their recipients. */
function describeEvents(declarations: readonly EventDeclaration[]): object {
  const [{ type, op }] = declarations as readonly [EventDeclaration];
  const schemas = declarations.map((declaration) => plain(eventSchema(declaration)));
  return { type, ...(op === undefined ? {} : { op }), schema: schemas.length === 1 ? schemas[0] : { anyOf: schemas } };
}

function operation(endpoint: Endpoint, state: Record<string, TSchema>): object {
  const inPath = new Set(pathParameters(endpoint.path));
  const inForm = endpoint.method !== 'GET';
  const parameters: object[] = [];
  const fields: Record<string, TSchema> = {};
  for (const [name, schema] of Object.entries(endpoint.params)) {
    if (inPath.has(name)) parameters.push({ name, in: 'path', required: true, schema: acceptedSchema(schema) });
    else if (inForm) fields[name] = schema;
    else parameters.push({ name, in: 'query', required: isRequired(schema), ...encodeSchema(schema) });
  }
  return {
    summary: endpoint.summary,
    operationId: operationId(endpoint),
    ...(endpoint.deprecated ? { deprecated: true } : {}),
    security: listSecurity(endpoint),
    parameters,
    ...requestBody(endpoint, fields),
    responses: {
      [endpoint.take ? '2XX' : 200]: success(endpoint, state),
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

const operationId = ({ method, path, serve }: Endpoint): string =>
  `${method.toLowerCase()}${serve ? '-file' : ''}${path.replace(/\W+/g, '-').replace(/-$/, '')}`;

/** A parameter that has no default and is required. */
const isRequired = (schema: TSchema): boolean => !('~optional' in schema) && !('default' in schema);

/** The form of an endpoint. Its fields contain JSON, except those that are only text. */
function requestBody(endpoint: Endpoint, fields: Record<string, TSchema>): { requestBody?: object } {
  const names = Object.keys(fields);
  if (names.length === 0 && !endpoint.files) return {};
  const properties = Object.fromEntries(names.map((name) => [name, acceptedSchema(fields[name]!)]));
  if (endpoint.files) properties[endpoint.files.name] = { type: 'string', format: 'binary' };
  const required = names.filter((name) => isRequired(fields[name]!));
  const encodeSchema = names.filter((name) => !isText(fields[name]!));
  const encoding = Object.fromEntries(encodeSchema.map((name) => [name, { contentType: 'application/json' }]));
  const form = {
    schema: { type: 'object', properties, ...(required.length > 0 ? { required } : {}) },
    ...(encodeSchema.length > 0 ? { encoding } : {}),
  };
  const type = endpoint.files ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  const json = endpoint.json ? { 'application/json': { schema: acceptedSchema(fields[endpoint.json]!) } } : {};
  return { requestBody: { content: { [type]: form, ...json } } };
}

/** The success response of an endpoint. */
function success(endpoint: Endpoint, state: Record<string, TSchema>): object {
  if (endpoint.mediaType) return { description: 'Success', content: { [endpoint.mediaType]: {} } };
  if (endpoint.serve) return { description: 'The file itself, or a redirect to it', content: { '*/*': {} } };
  if (endpoint.take && Object.keys(endpoint.returns).length === 0) return { description: 'Success' };
  const properties: Record<string, unknown> = { result: { const: 'success' }, msg: { type: 'string' } };
  for (const [name, schema] of Object.entries({ ...endpoint.returns, ...state })) properties[name] = plain(schema);
  properties.ignored_parameters_unsupported = { type: 'array', items: { type: 'string' } };
  return { description: 'Success', content: { 'application/json': { schema: { type: 'object', properties } } } };
}

/** Everything but text is JSON inside the query. */
const encodeSchema = (schema: TSchema): object =>
  isText(schema)
    ? { schema: acceptedSchema(schema) }
    : { content: { 'application/json': { schema: acceptedSchema(schema) } } };

/** The schema of a parameter, with the default limits where it has none of its own. */
const acceptedSchema = (schema: TSchema): unknown => plain(withUsualLimits(schema));

/** The schema without TypeBox's own properties. */
const plain = (schema: TSchema): unknown => JSON.parse(JSON.stringify(schema));

/** The ways to authenticate at an endpoint. `{}`: it also works without. */
function listSecurity({ auth, bearer }: Endpoint): object[] {
  if (auth === 'public') return [];
  return [{ key: [] }, ...(bearer ? [{ bearer: [] }] : []), ...(auth === 'spectator' ? [{}] : [])];
}
