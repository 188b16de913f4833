import type { App } from '../../../app.ts';
import { badRequest, notFound } from '../../../kernel/errors.ts';
import type { User } from '../../people/users/types.ts';
import type { NavigationView } from './types.ts';

/** The views all clients have and name themselves. */
const BUILT_IN = new Set([
  'inbox',
  'recent',
  'feed',
  'drafts',
  'narrow/has/reaction/sender/me',
  'narrow/is/mentioned',
  'narrow/is/starred',
]);

/** One of someone's own views; one that is not there and another person's are refused alike. */
export function requireOwn(app: App, user: User, fragment: string): NavigationView {
  const view = app.navigationViews.at(user.id, fragment);
  if (!view) throw notFound('Navigation view does not exist.');
  return view;
}

/** Refuses a name for a view that has one by itself, and a custom view without. */
export function requireFittingName(fragment: string, name: string | null): void {
  if (BUILT_IN.has(fragment)) requireNoName(fragment, name);
  else if (!name) throw badRequest('Custom views must have a valid name.');
}

/** Refuses a name for a view that has one by itself. */
export function requireNoName(fragment: string, name: string | null): void {
  if (name !== null && BUILT_IN.has(fragment)) throw badRequest('Built-in views cannot have a custom name.');
}

/** Refuses a name that another of one's views has. */
export function requireFreeName(app: App, user: User, fragment: string, name: string | null): void {
  const other = name === null ? undefined : app.navigationViews.named(user.id, name);
  if (other && other.fragment !== fragment) throw alreadyExists();
}

export const alreadyExists = () => badRequest('Navigation view already exists.');
