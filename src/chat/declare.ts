import type { App } from '../app.ts';
import { type StateRequest as AnyStateRequest, statesOf } from '../kernel/events/state.ts';
import { type Caller as AnyCaller, endpointsOf } from '../kernel/http/endpoint.ts';
import { jobsOf } from '../kernel/jobs.ts';
import type { AuditedAction } from './organization/audit-log/types.ts';
import type { Access } from './people/sign-in/rules.ts';
import type { User } from './people/users/types.ts';

/** How chat declares endpoints, its parts of /register, and jobs: the kernel's functions with chat's own types. */
export const endpoint = endpointsOf<App, User, Access, AuditedAction>();
export const state = statesOf<App, User>();
export const job = jobsOf<App>();

export type Caller = AnyCaller<User>;
export type StateRequest = AnyStateRequest<App, User>;
