import type { App } from '../../../app.ts';
import { badRequest, notFound } from '../../../kernel/errors.ts';
import type { User } from '../../people/users/types.ts';
import type { NavigationView } from './types.ts';

/** The built-in views, which clients name themselves. */
const BUILT_IN = new Set([
  'inbox',
  'recent',
  'feed',
  'drafts',
  'narrow/has/reaction/sender/me',
  'narrow/is/mentioned',
  'narrow/is/starred',
]);

/** Returns one of the user's own views. Unknown ones and those of others throw the same error. */
export function requireOwn(app: App, user: User, fragment: string): NavigationView {
  const view = app.navigationViews.at(user.id, fragment);
  if (!view) throw notFound('Navigation view does not exist.');
  return view;
}

/** Throws for a name of a built-in view, and for a custom view without a name. */
export function requireFittingName(fragment: string, name: string | null): void {
  if (BUILT_IN.has(fragment)) requireNoName(fragment, name);
  else if (!name) throw badRequest('Custom views must have a valid name.');
}

/** Throws for a name of a built-in view. */
export function requireNoName(fragment: string, name: string | null): void {
  if (name !== null && BUILT_IN.has(fragment)) throw badRequest('Built-in views cannot have a custom name.');
}

/** Throws for a name that another of the user's views has. */
export function requireFreeName(app: App, user: User, fragment: string, name: string | null): void {
  const other = name === null ? undefined : app.navigationViews.named(user.id, name);
  if (other && other.fragment !== fragment) throw alreadyExists();
}

export const alreadyExists = () => badRequest('Navigation view already exists.');
