import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Static, TObject, TProperties } from 'typebox';
import type { ClientKind } from '../events/client.ts';
import type { Poll } from '../events/queue.ts';
import type { FileRule, ReceivedFile } from './body.ts';
import type { Served } from './deliver.ts';
import type { LimitClass } from './limits.ts';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'OPTIONS';

/** What an endpoint may know of the request besides its parameters. */
export interface Caller<User = any> {
  raw: IncomingMessage;
  ip: string;
  /** The address clients reach the server under, without a slash at the end. */
  origin: string;
  /** It comes with a session and not with a key: the web client does. */
  isBrowser: boolean;
  /** The name of the sending program, e.g. `website`, `ZulipMobile`. */
  client: string;
  /** How replies to this client look. */
  kind(choices?: Partial<ClientKind>): ClientKind;
  /** A cookie of the request, by the name it was set with. */
  cookie(name: string): string | undefined;
  setCookie(name: string, value: string, options?: { httpOnly?: boolean; maxAge?: number }): void;
  /**
   * Authenticates and authorizes the caller again, and returns the account as it is now (undefined: a visitor without one). Work that
   * waits calls it after each wait. Throws what the endpoint throws to somebody who may not call it (any more).
   */
  admitted(): User | undefined;
  /** The same for an endpoint that visitors may not call. */
  requireStillAllowed(): User;
  /** Registers the cleanup of something prepared, run if the request fails later. */
  onFailure(cleanup: () => void): void;
}

type Params<P extends TProperties> = Static<TObject<P>>;
/** What `handle` answers: nothing where there is nothing to say. */
type Reply<R extends TProperties> = keyof R extends never ? void | Record<string, never> : Params<R>;
/** `public`: anyone may call. `spectator`: also visitors without an account, if the organization allows it. */
type UserFor<A, User> = A extends 'public' | 'spectator' ? User | undefined : User;

interface Call<P extends TProperties, A, App = any, User = any> {
  app: App;
  user: UserFor<A, User>;
  params: Params<P>;
  caller: Caller<User>;
  /** What came with the form, where the endpoint takes files; what is still there when it has answered is removed. */
  files: readonly ReceivedFile[];
}

interface Declaration<P extends TProperties, R extends TProperties, A, App> {
  method: Method;
  /** Under /api/v1 and /json; `{name}` stands for the parameter of that name. */
  path: string;
  /** The path's last parameter may hold slashes. */
  deep?: boolean;
  /** Takes files, streamed to disk once it is known who sends them. */
  files?: FileRule<App>;
  /** The parameter that a body of JSON is. */
  json?: string;
  /** The path stands as it is, outside /api/v1 and /json: what browsers open. A session or an API key lets in. */
  root?: boolean;
  summary: string;
  /** `user` unless said. */
  auth?: A;
  limit?: LimitClass;
  /** Visitors are answered under /api/v1 too; else only under /json, where clients without a key ask. */
  keyless?: boolean;
  /**
   * A header that every request of the endpoint's own protocol carries. Pages of other sites cannot send it, so that it stands for the
   * token against forged requests; a session lets in under /api/v1 too.
   */
  ownHeader?: string;
  /** Incoming-webhook bots may call it too. */
  webhookBots?: boolean;
  /** Only the throw-away development server has it. */
  developmentOnly?: boolean;
  deprecated?: boolean;
  /** The media type of the answer, where it is not the JSON of `returns` and always the same. */
  mediaType?: string;
  params?: P;
  /** The reply beside `result` and `msg`; without it `handle` answers nothing. */
  returns?: R;
}

type Answering<P extends TProperties, R extends TProperties, A, W, App, User> =
  | {
      /**
       * Work that waits and comes before the action: password hashes, images, files, requests to other servers. The caller is
       * authenticated and authorized again after it, and `user` of `handle` is the account as it is then.
       */
      prepare?(call: Call<P, A, App, User>): Promise<W>;
      /** The action. It is synchronous, so that nothing can change between the check of the caller and what it does. */
      handle(call: Call<P, A, App, User> & { prepared: W }): Reply<R>;
      handleInTurns?: never;
      hold?: never;
      serve?: never;
      take?: never;
    }
  /** An action that is too long for one turn of the event loop. It calls `caller.requireStillAllowed()` in each of its turns. */
  | {
      handleInTurns(call: Call<P, A, App, User>): Promise<Reply<R>>;
      prepare?: never;
      handle?: never;
      hold?: never;
      serve?: never;
      take?: never;
    }
  /** Answers with something that is not JSON. What waits looks again at who may see it. */
  | {
      serve(call: Call<P, A, App, User>): Served | Promise<Served>;
      prepare?: never;
      handle?: never;
      handleInTurns?: never;
      hold?: never;
      take?: never;
    }
  /** Answers itself, in a protocol of its own: nothing of the request's body was read, and the parameters are those of the address. */
  | {
      take(call: Omit<Call<P, A, App, User>, 'files'>, response: ServerResponse): Promise<void>;
      prepare?: never;
      handle?: never;
      handleInTurns?: never;
      hold?: never;
      serve?: never;
    }
  /** Answers later, outside the request's own machinery: long polls. Must not throw after it kept the poll; says what to do if the client leaves. */
  | {
      hold(call: Omit<Call<P, A, App, User>, 'files'>, poll: Poll): () => void;
      prepare?: never;
      handle?: never;
      handleInTurns?: never;
      serve?: never;
      take?: never;
    };

/** A declared endpoint with its types laid aside, as routing, OpenAPI and the tests see it. */
export interface Endpoint {
  kind: 'endpoint';
  method: Method;
  path: string;
  deep: boolean;
  files?: FileRule;
  json?: string;
  root: boolean;
  summary: string;
  /** Which accounts may call; `Accounts.requireAccess` gives the names their meaning. */
  auth: string;
  limit: LimitClass;
  keyless: boolean;
  ownHeader?: string;
  webhookBots: boolean;
  developmentOnly: boolean;
  deprecated: boolean;
  mediaType?: string;
  params: TProperties;
  returns: TProperties;
  prepare?(call: Call<any, any>): Promise<unknown>;
  handle?(call: Call<any, any> & { prepared: unknown }): unknown;
  handleInTurns?(call: Call<any, any>): Promise<unknown>;
  serve?(call: Call<any, any>): Served | Promise<Served>;
  take?(call: Omit<Call<any, any>, 'files'>, response: ServerResponse): Promise<void>;
  hold?(call: Omit<Call<any, any>, 'files'>, poll: Poll): () => void;
}

/** An endpoint with what it takes and gives, as clients in TypeScript are typed by it (web/server/request.ts). */
export type Declared<M extends Method, Path extends string, P extends TProperties, R extends TProperties> = Omit<
  Endpoint,
  'method' | 'path' | 'params' | 'returns'
> & { method: M; path: Path; params: P; returns: R };

/**
 * Makes the function that declares endpoints of an application. `Access` names the groups of accounts that may call an
 * endpoint. Routing, decoding, OpenAPI, the web client's types and the tests' reply checks follow from a declaration.
 */
export function endpointsOf<App, User, Access extends string>() {
  return function endpoint<
    const M extends Method,
    const Path extends string,
    P extends TProperties = {},
    R extends TProperties = {},
    A extends Access | 'user' = 'user',
    W = undefined,
  >(
    declaration: Declaration<P, R, A, App> & { method: M; path: Path } & Answering<P, R, A, W, App, User>,
  ): Declared<M, Path, P, R> {
    return {
      kind: 'endpoint',
      root: false,
      deep: false,
      auth: 'user',
      limit: 'api',
      keyless: false,
      webhookBots: false,
      developmentOnly: false,
      deprecated: false,
      params: {},
      returns: {},
      ...(declaration as object),
    } as unknown as Declared<M, Path, P, R>;
  };
}

/** The parameters that are part of the path. */
export const pathParameters = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
