import type { Filled, Form } from './form.ts';
import type { Html } from './html.ts';
import type { Visit } from './visit.ts';

/** The content of a page. */
export interface View {
  title: string;
  body: Html;
  /** 200 by default. */
  status?: number;
  /** Operators come here first, so a wrong proxy is reported here. */
  operator?: boolean;
  /** For more than a form: lists, cards. */
  wide?: boolean;
  /** A documentation text. It is in English, whatever the reader's language. */
  document?: DocumentFrame;
  /** A script that improves the page, which must work without it. The same for all users: the policy names its hash. */
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
  /** A style sheet of the project, besides that of all pages. */
  style: string;
}

/** A redirect, or the response to a form. */
export type Outcome = View | { redirect: string };
type Later<T> = T | Promise<T>;

/** Who may see it: `public` anybody, `person` who is signed in (others are sent to sign in first), and those roles and above. */
export type Audience = 'public' | 'person' | 'administrator' | 'owner';

interface Declaration<N extends string> {
  /** The first is its own; with or without a slash at the end. `{name}` is a parameter. */
  paths: readonly [string, ...string[]];
  summary: string;
  /** `person` unless said. */
  audience?: Audience;
  /** A page may have one form; what comes in is checked against it. */
  form?: Form<N>;
  /** The page, with its form as somebody filled it in and was refused. */
  show(visit: Visit, filled: Filled<N>): Later<Outcome>;
  /** Takes the form. FieldError and refusals (ApiError) bring the page again, with what is wrong. */
  submit?(visit: Visit, values: Record<N, string>): Later<Outcome>;
}

/** A declared page with the names of its fields laid aside. */
export interface Page {
  kind: 'page';
  paths: readonly [string, ...string[]];
  summary: string;
  audience: Audience;
  form?: Form;
  show(visit: Visit, filled: Filled): Later<Outcome>;
  submit?(visit: Visit, values: Record<string, string>): Later<Outcome>;
}

/** Declares a page: an address that a browser shows, and a form that it sends back to the same address. */
export const page = <N extends string = never>(declaration: Declaration<N>): Page =>
  ({ kind: 'page', audience: 'person', ...declaration }) as unknown as Page;
