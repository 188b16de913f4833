import { ApiError } from '../../kernel/errors.ts';
import type { PageText } from '../../texts/keys.ts';
import { type Html, html } from './html.ts';
import type { Visit } from './visit.ts';

/** One field of a form. */
export interface Field {
  label: PageText | '';
  type?: 'text' | 'email' | 'password' | 'hidden';
  /** HTML's own names for what the browser may fill in. */
  autocomplete?: string;
  hint?: PageText;
  placeholder?: string;
  minLength?: number;
  maxLength?: number;
  /** The field may stay empty. */
  optional?: boolean;
  /** The value is a code, not a word. */
  code?: boolean;
  /** This field gets the focus. */
  first?: boolean;
  /** Throws an ApiError if the value is invalid. */
  require?(value: string): void;
}

/** The submitted values, and the errors by field name. Errors are in English, as the API has them. */
export interface Filled<N extends string = string> {
  values: Partial<Record<N, string>>;
  errors: Partial<Record<N, string>>;
  /** An error of the form as a whole. */
  error?: string;
}

/** An error that belongs to one field of the form. */
export class FieldError extends Error {
  readonly field: string;
  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/** Runs a check and turns its ApiError into an error of this field. */
export function checkField<T>(field: string, rule: () => T): T {
  try {
    return rule();
  } catch (error) {
    throw error instanceof ApiError && error.status < 500 ? new FieldError(field, error.message) : error;
  }
}

/** The fields of a form, declared once. They are read from the request, and shown with errors beside them. */
export class Form<N extends string = string> {
  readonly fields: Readonly<Record<N, Field>>;

  constructor(fields: Readonly<Record<N, Field>>) {
    this.fields = fields;
  }

  /** Returns the trimmed values (passwords are not trimmed), and errors for missing ones. */
  read(fields: Readonly<Record<string, string>>): Filled<N> & { values: Record<N, string> } {
    const values = {} as Record<N, string>;
    const errors: Filled<N>['errors'] = {};
    for (const name of this.#names()) {
      const field: Field = this.fields[name];
      values[name] = field.type === 'password' ? (fields[name] ?? '') : (fields[name] ?? '').trim();
      const wrong = fieldProblem(field, values[name]);
      if (wrong !== undefined) errors[name] = wrong;
    }
    return { values, errors };
  }

  /** The form as HTML. It is sent to `action`, or to the page's own address. */
  show(visit: Visit, filled: Filled<N>, button: Html, action?: string): Html {
    const wrong = this.#names().find((name) => filled.errors[name] !== undefined);
    const empty =
      filled.error === undefined
        ? undefined
        : this.#names().find((name) => !filled.values[name] || this.#isPassword(name));
    const first = wrong ?? empty ?? this.#names().find((name) => (this.fields[name] as Field).first);
    return html`<form method="post"${action !== undefined && html` action="${action}"`} novalidate>
${hiddenToken(visit.csrf)}
${filled.error !== undefined && html`<p class="wrong" role="alert">${visit.translateError(filled.error)}</p>`}
${this.#names().map((name) =>
  fieldHtml(visit, this.fields[name], {
    name,
    value: filled.values[name],
    error: filled.errors[name],
    isFirst: name === first,
  }),
)}
<button type="submit">${button}</button>
</form>`;
  }

  #isPassword(name: N): boolean {
    return (this.fields[name] as Field).type === 'password';
  }

  #names(): N[] {
    return Object.keys(this.fields) as N[];
  }
}

/** A form that consists of one button. */
export const buttonForm = (
  action: string,
  csrf: string,
  button: Html | string,
  { quiet = false, values = {} }: { quiet?: boolean; values?: Record<string, string> } = {},
): Html => html`<form method="post" action="${action}" class="bare">${hiddenToken(csrf)}${Object.entries(values).map(([name, value]) => hidden(name, value))}
<button type="submit"${quiet && html` class="quiet"`}>${button}</button></form>`;

export const CSRF_FIELD = 'csrfmiddlewaretoken';

const hiddenToken = (csrf: string): Html => hidden(CSRF_FIELD, csrf);
const hidden = (name: string, value: string): Html => html`<input type="hidden" name="${name}" value="${value}">`;

function fieldProblem({ optional, minLength = 0, maxLength, require }: Field, value: string): string | undefined {
  if (value === '') return optional ? undefined : 'Fill in this field.';
  if (value.length < minLength) return `This is too short. Enter at least ${minLength} characters.`;
  if (maxLength !== undefined && [...value].length > maxLength) return `Enter at most ${maxLength} characters.`;
  try {
    require?.(value);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.message;
  }
  return undefined;
}

interface FieldState {
  name: string;
  value: string | undefined;
  error: string | undefined;
  isFirst: boolean;
}

function fieldHtml(
  { t, translateError }: Visit,
  field: Field,
  { name, value, error, isFirst: first }: FieldState,
): Html {
  const wrong = error === undefined ? undefined : translateError(error);
  const { label, type = 'text', autocomplete, hint, placeholder, maxLength, optional, code } = field;
  if (type === 'hidden') return hidden(name, value ?? '');
  const describedBy = [wrong !== undefined && `${name}-wrong`, hint && `${name}-hint`].filter(Boolean).join(' ');
  return html`<p class="field">
<label for="${name}">${label && t(label)}${optional && html` <small>${t('optional')}</small>`}</label>
<input id="${name}" name="${name}" type="${type}"${type !== 'password' && html` value="${value ?? ''}"`}${autocomplete && html` autocomplete="${autocomplete}"`}${placeholder && html` placeholder="${placeholder}"`}${maxLength && html` maxlength="${maxLength}"`}${!optional && html` required`}${type === 'text' && !code && html` dir="auto"`}${code && html` class="code" autocapitalize="characters" spellcheck="false"`}${first && html` autofocus`}${describedBy && html` aria-describedby="${describedBy}"`}${wrong !== undefined && html` aria-invalid="true"`}>
${hint && html`<small id="${name}-hint" class="hint">${t(hint)}</small>`}
${wrong !== undefined && html`<strong id="${name}-wrong" class="wrong">${wrong}</strong>`}
</p>`;
}
