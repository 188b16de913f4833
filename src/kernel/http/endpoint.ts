import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Static, TObject, TProperties, TSchema } from 'typebox';
import type { ApiError } from '../errors.ts';
import type { ClientKind } from '../events/client.ts';
import type { Poll } from '../events/queue.ts';
import type { Served } from './deliver.ts';
import type { LimitClass } from './limits.ts';

/** See the declaration of an endpoint. */
type RunsAt = 'here' | 'any' | 'writer' | 'queue';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'OPTIONS';

/** What an endpoint can know of the request besides its parameters. */
export interface Caller<User = any> {
  raw: IncomingMessage;
  ip: string;
  /** The server's address as clients reach it, without a slash at the end. */
  origin: string;
  /** The request has a session instead of a key, as the web client's have. */
  isBrowser: boolean;
  /** The name of the client program, e.g. `website`, `ZulipMobile`. */
  client: string;
  /** The form of replies for this client. */
  kind(choices?: Partial<ClientKind>): ClientKind;
  /** A cookie of the request, by the name it was set with. */
  cookie(name: string): string | undefined;
  setCookie(name: string, value: string, options?: { httpOnly?: boolean; maxAge?: number }): void;
  /**
   * Authenticates and authorizes the caller again, and returns the current account (undefined: a visitor). Call it
   * after each wait. Throws what the endpoint throws for callers who may not call it.
   */
  findAdmitted(): User | undefined;
  /** The same for an endpoint that visitors may not call. */
  requireStillAllowed(): User;
  /** Registers the cleanup of something prepared, run if the request fails later. */
  onFailure(cleanup: () => void): void;
}

/** The files an endpoint accepts: in any field, reported under `name`. */
export interface FileRule<App = any> {
  name: string;
  /** Of all files of a request together. */
  maxBytes: number | ((app: App) => number);
  /** Large files may arrive slowly while data keeps coming. Small ones have a total deadline. */
  upload?: boolean;
  /** The status for a larger file; 413 by default. */
  status?: 400 | 413;
}

/** A file from a form, on disk until its request is answered. */
export interface ReceivedFile {
  path: string;
  /** The name that the client gave. */
  name: string;
  size: number;
}

type Params<P extends TProperties> = Static<TObject<P>>;
/** The reply of `handle`: nothing if there are no fields. */
type Reply<R extends TProperties> = keyof R extends never ? void | Record<string, never> : Params<R>;
/** `public`: anyone may call. `spectator`: also visitors without an account, if the organization allows it. */
type UserFor<A, User> = A extends 'public' | 'spectator' ? User | undefined : User;

interface Call<P extends TProperties, A, App = any, User = any> {
  app: App;
  user: UserFor<A, User>;
  params: Params<P>;
  caller: Caller<User>;
  /** The files of the form, if the endpoint accepts any. Files that remain after the reply are removed. */
  files: readonly ReceivedFile[];
}

/** What an endpoint adds to the audit log. A function receives the reply, for ids that the action creates. */
type Audited<Action = object> = Action | readonly Action[] | ((reply: any) => Action | readonly Action[]) | undefined;

interface Declaration<P extends TProperties, R extends TProperties, A, App, User, Action> {
  method: Method;
  /** Under /api/v1 and /json; `{name}` is a path parameter. */
  path: string;
  /** The path's last parameter may contain slashes. */
  deep?: boolean;
  /** Accepts files, streamed to disk after authentication. */
  files?: FileRule<App>;
  /**
   * The parameter for the body of another program: JSON, a form, XML or text. It may be in UTF-8 or Windows-1252, and
   * the strings of JSON may have line breaks.
   */
  json?: string;
  /**
   * Throws for senders whom a public endpoint with `json` would reject, before their body is read and converted, which
   * takes time. `fields`: the texts of the path and the query.
   */
  admit?(call: { app: App; caller: Caller<User>; fields: Readonly<Record<string, string>> }): void;
  /** Fields that the errors of the endpoint have besides those of the API, for programs that expect another format. */
  errorFields?(error: ApiError): Record<string, unknown>;
  /** The path is outside /api/v1 and /json: what browsers open. Both sessions and API keys are accepted. */
  root?: boolean;
  summary: string;
  /** `user` by default. */
  auth?: A;
  limit?: LimitClass;
  /** Visitors may also use it under /api/v1; otherwise only under /json, which clients without a key use. */
  keyless?: boolean;
  /**
   * A header that every request of the endpoint's own protocol has. Pages of other sites cannot send it, so it replaces
   * the CSRF token. Sessions are accepted under /api/v1, too.
   */
  ownHeader?: string;
  /** The key may be sent alone, in `Authorization: Bearer`. Sessions are not accepted, so pages cannot call it. */
  bearer?: boolean;
  /**
   * What a limited key may do with it: `read` is for all limited keys, `write` for those that are not limited to
   * reading. It must keep to the channels of such a key. Undefined: such keys are rejected.
   */
  limitedKeys?: 'read' | 'write';
  /** Only the development server has it. */
  developmentOnly?: boolean;
  /** The answer depends on no stored data, so it waits neither for the disk nor for other requests. */
  constant?: boolean;
  /**
   * It takes long, or its reply may be large, so few such requests run at the same time; see CostlyRequests. By
   * default, these are the GET endpoints that return a list or map.
   */
  isCostly?: boolean;
  /**
   * Which process answers, in a server of several. `any`: every process; this is the default of GET. `here`: the one
   * that is asked, since the answer is about it. `writer`: the one that writes; this is the default of the other
   * methods. `queue`: the one that has the event queue `queue_id`.
   */
  runsAt?: RunsAt;
  /**
   * Nobody loses access by it, so its reply does not wait for the other processes. Other replies of the process that
   * writes do.
   */
  keepsAccess?: boolean;
  deprecated?: boolean;
  /** The media type of the answer, if it is not the JSON of `returns` and always the same. */
  mediaType?: string;
  params?: P;
  /** The reply fields besides `result` and `msg`; without them `handle` returns nothing. */
  returns?: R;
  /**
   * Describes the action for the audit log; undefined: nothing to record. It is called right before the action, since
   * the action may delete what it names. The entry is written in the same turn as the action.
   */
  audit?(call: Call<P, A, App, User> & { prepared: any }): Audited<Action>;
}

type Answering<P extends TProperties, R extends TProperties, A, W, App, User> =
  | {
      /**
       * Work that waits, before the action: password hashes, images, files, requests to other servers. The caller is
       * authenticated and authorized again after it, and `user` of `handle` is the account at that time.
       */
      prepare?(call: Call<P, A, App, User>): Promise<W>;
      /** The action. It is synchronous, so that nothing can change between the check of the caller and what it does. */
      handle(call: Call<P, A, App, User> & { prepared: W }): Reply<R>;
      handleInTurns?: never;
      hold?: never;
      serve?: never;
      take?: never;
    }
  /**
   * An action that is too long for one turn of the event loop. It calls `caller.requireStillAllowed()` in each of its
   * turns.
   */
  | {
      handleInTurns(call: Call<P, A, App, User>): Promise<Reply<R>>;
      prepare?: never;
      handle?: never;
      hold?: never;
      serve?: never;
      take?: never;
    }
  /** Answers with something that is not JSON. If it waits, it checks access again. */
  | {
      serve(call: Call<P, A, App, User>): Served | Promise<Served>;
      prepare?: never;
      handle?: never;
      handleInTurns?: never;
      hold?: never;
      take?: never;
    }
  /** Answers in a protocol of its own: the request's body is unread, and the parameters are those of the path. */
  | {
      take(call: Omit<Call<P, A, App, User>, 'files'>, response: ServerResponse): Promise<void>;
      prepare?: never;
      handle?: never;
      handleInTurns?: never;
      hold?: never;
      serve?: never;
    }
  /**
   * Answers later, outside the usual request handling: long polls. Must not throw after it kept the poll. Returns what
   * to do if the client disconnects.
   */
  | {
      hold(call: Omit<Call<P, A, App, User>, 'files'>, poll: Poll): () => void;
      prepare?: never;
      handle?: never;
      handleInTurns?: never;
      serve?: never;
      take?: never;
    };

/** A declared endpoint without its types, as routing, OpenAPI and the tests see it. */
export interface Endpoint {
  kind: 'endpoint';
  method: Method;
  path: string;
  deep: boolean;
  files?: FileRule;
  json?: string;
  admit?(call: { app: any; caller: Caller<any>; fields: Readonly<Record<string, string>> }): void;
  errorFields?(error: ApiError): Record<string, unknown>;
  root: boolean;
  summary: string;
  /** Which accounts may call it; `Accounts.requireAccess` defines the names. */
  auth: string;
  limit: LimitClass;
  keyless: boolean;
  ownHeader?: string;
  bearer?: boolean;
  limitedKeys?: 'read' | 'write';
  developmentOnly: boolean;
  constant: boolean;
  isCostly: boolean;
  runsAt: RunsAt;
  keepsAccess: boolean;
  deprecated: boolean;
  mediaType?: string;
  params: TProperties;
  returns: TProperties;
  audit?(call: Call<any, any> & { prepared: any }): Audited;
  prepare?(call: Call<any, any>): Promise<unknown>;
  handle?(call: Call<any, any> & { prepared: unknown }): unknown;
  handleInTurns?(call: Call<any, any>): Promise<unknown>;
  serve?(call: Call<any, any>): Served | Promise<Served>;
  take?(call: Omit<Call<any, any>, 'files'>, response: ServerResponse): Promise<void>;
  hold?(call: Omit<Call<any, any>, 'files'>, poll: Poll): () => void;
}

/** An endpoint with the types of its parameters and reply, for clients in TypeScript (web/server/request.ts). */
export type Declared<M extends Method, Path extends string, P extends TProperties, R extends TProperties> = Omit<
  Endpoint,
  'method' | 'path' | 'params' | 'returns'
> & { method: M; path: Path; params: P; returns: R };

/**
 * Makes the function that declares endpoints of an application. `Access` names the groups of accounts that may call an
 * endpoint. Routing, decoding, OpenAPI, the web client's types and the tests' reply checks follow from a declaration.
 */
export function endpointsOf<App, User, Access extends string, Action extends object = object>() {
  return function endpoint<
    const M extends Method,
    const Path extends string,
    P extends TProperties = {},
    R extends TProperties = {},
    A extends Access | 'user' = 'user',
    W = undefined,
  >(
    declaration: Declaration<P, R, A, App, User, Action> & { method: M; path: Path } & Answering<P, R, A, W, App, User>,
  ): Declared<M, Path, P, R> {
    const { method, runsAt = method === 'GET' || method === 'HEAD' ? 'any' : 'writer', returns = {} } = declaration;
    return {
      kind: 'endpoint',
      root: false,
      deep: false,
      auth: 'user',
      limit: 'api',
      keyless: false,
      developmentOnly: false,
      constant: false,
      isCostly:
        method === 'GET' &&
        !declaration.hold &&
        !declaration.constant &&
        Object.values<TSchema>(returns).some(isCollection),
      runsAt,
      keepsAccess: runsAt !== 'writer',
      deprecated: false,
      params: {},
      returns: {},
      ...(declaration as object),
    } as unknown as Declared<M, Path, P, R>;
  };
}

/** A list or map, or null instead. */
const isCollection = (schema: { anyOf?: TSchema[] }): boolean =>
  'items' in schema || 'patternProperties' in schema || (schema.anyOf?.some(isCollection) ?? false);

/** The parameters that are part of the path. */
export const pathParameters = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
