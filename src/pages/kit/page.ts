import type { Filled, Form } from './form.ts';
import type { Html } from './html.ts';
import type { Visit } from './visit.ts';

/** The content of a page. */
export interface View {
  title: Html | string;
  body: Html;
  /** 200 by default. */
  status?: number;
  /** This page is the first that operators see, so it reports a misconfigured proxy. */
  operator?: boolean;
  /** For pages with lists or cards. */
  wide?: boolean;
  /** A documentation text. It is in English, whatever the reader's language. */
  document?: DocumentFrame;
  /** Where the forms of the page lead besides this server: origins or schemes. */
  formTargets?: readonly string[];
  /**
   * A script that improves the page, which must work without it. It is the same for all users, because the policy
   * contains its hash.
   */
  script?: string;
}

/** What surrounds a documentation text. */
export interface DocumentFrame {
  /** The title of the documentation. */
  name: string;
  /** Links to all its pages. */
  navigation: Html;
  /** Links to the headings of the text. */
  outline?: Html | undefined;
  /** The address of its first page. */
  href: string;
  /** Style sheets of the project, besides those of all pages. */
  styles: readonly string[];
}

/** A redirect, or the response to a form. */
export type Outcome = View | { redirect: string };
type Later<T> = T | Promise<T>;

/**
 * Who may open a page: `public` everybody; `person` signed-in users (others sign in first); or users with at least that
 * role.
 */
type Audience = 'public' | 'person' | 'administrator' | 'owner';

interface Declaration<N extends string> {
  /** The first path is canonical. A trailing slash is optional. `{name}` is a parameter. */
  paths: readonly [string, ...string[]];
  summary: string;
  /** Default: `person`. */
  audience?: Audience;
  /** A page may have one form. Submitted values are checked against it. */
  form?: Form<N>;
  /** Pages of other sites send the form, so it has no token: `submit` itself verifies what the form contains. */
  crossSite?: boolean;
  /** Renders the page, with its form as submitted and its errors. */
  show(visit: Visit, filled: Filled<N>): Later<Outcome>;
  /** Handles the submitted form. FieldError and ApiError show the page again with the error. */
  submit?(visit: Visit, values: Record<N, string>): Later<Outcome>;
}

/** A declared page without the names of its form fields. */
export interface Page {
  kind: 'page';
  paths: readonly [string, ...string[]];
  summary: string;
  audience: Audience;
  form?: Form;
  crossSite: boolean;
  show(visit: Visit, filled: Filled): Later<Outcome>;
  submit?(visit: Visit, values: Record<string, string>): Later<Outcome>;
}

/** Declares a page: an address that browsers open, and a form that they submit to the same address. */
export const page = <N extends string = never>(declaration: Declaration<N>): Page =>
  ({ kind: 'page', audience: 'person', crossSite: false, ...declaration }) as unknown as Page;
