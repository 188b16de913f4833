import { type DefaultTreeAdapterMap, parse, defaultTreeAdapter as tree } from 'parse5';

type Element = DefaultTreeAdapterMap['element'];

/** A page as received, parsed by the rules of browsers. */
export interface VisitedPage {
  status: number;
  headers: Headers;
  html: string;
  /** Its text, without tags and styles. */
  text: string;
  title: string;
  /** The first form's fields, as a browser would submit them. */
  fields: Record<string, string>;
  /** The first form's target; undefined: there is no form. */
  action: string | undefined;
  /** Errors at fields, by field name. */
  fieldErrors: Record<string, string>;
  elements(name: string): { attributes: Record<string, string>; text: string }[];
}

/** A browser without scripts: it keeps cookies, follows redirects within the server, and submits forms. */
export class Visitor {
  readonly cookies = new Map<string, { value: string; flags: string }>();
  readonly #url: string;
  readonly #headers: Record<string, string>;

  constructor(url: string, headers: Record<string, string> = {}) {
    this.#url = url;
    this.#headers = headers;
  }

  /** Sends one request without following redirects. */
  async request(
    method: string,
    path: string,
    form?: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const response = await fetch(this.#url + path, {
      method,
      redirect: 'manual',
      headers: {
        Accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
        Cookie: [...this.cookies].map(([name, { value }]) => `${name}=${value}`).join('; '),
        ...this.#headers,
        ...headers,
      },
      ...(form && { body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value, flags] = /^([^=]+)=([^;]*);?(.*)$/.exec(line)!;
      if (/Max-Age=0\b/.test(flags!)) this.cookies.delete(name!);
      else this.cookies.set(name!, { value: value!, flags: flags! });
    }
    return response;
  }

  /** Opens a page and follows redirects. */
  async open(path: string, headers?: Record<string, string>): Promise<VisitedPage> {
    return this.#follow(await this.request('GET', path, undefined, headers), headers);
  }

  /** Fills in and submits the first form of the page at `path`. */
  async fillIn(path: string, values: Record<string, string>, headers?: Record<string, string>): Promise<VisitedPage> {
    const { fields, action } = await this.open(path, headers);
    const response = await this.request(
      'POST',
      action === undefined || action === '' ? path : action,
      { ...fields, ...values },
      headers,
    );
    return this.#follow(response, headers);
  }

  async #follow(response: Response, headers?: Record<string, string>): Promise<VisitedPage> {
    const to = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && to?.startsWith('/')) return this.open(to, headers);
    return parsePage(response, await response.text());
  }
}

function parsePage({ status, headers }: Response, html: string): VisitedPage {
  const all = listElements(parse(html) as unknown as Element);
  const elements = (name: string) =>
    all
      .filter(({ tagName }) => tagName === name)
      .map((one) => ({ attributes: listAttributes(one), text: readText(one) }));
  const byId = new Map(all.map((one) => [listAttributes(one).id, readText(one)]));
  const form = all.find(({ tagName }) => tagName === 'form');
  const inputs = form ? listElements(form).filter(({ tagName }) => tagName === 'input') : [];
  const fieldErrors: Record<string, string> = {};
  for (const input of inputs.map(listAttributes))
    if (input['aria-invalid'] === 'true') {
      const told = (input['aria-describedby'] ?? '').split(' ').find((id) => id.endsWith('-wrong'));
      fieldErrors[input.name!] = byId.get(told) ?? '';
    }
  return {
    status,
    headers,
    html,
    text: all
      .filter(({ tagName }) => tagName === 'body')
      .map(readText)
      .join(' ')
      .replace(/\s+/g, ' '),
    title: elements('title')[0]?.text ?? '',
    fields: Object.fromEntries(inputs.map(listAttributes).map(({ name, value }) => [name, value ?? ''])),
    action: form && (listAttributes(form).action ?? ''),
    fieldErrors,
    elements,
  };
}

function listElements(node: Element): Element[] {
  return node.childNodes
    .filter((child) => tree.isElementNode(child))
    .flatMap((child) => [child, ...listElements(child)]);
}

const listAttributes = (element: Element): Record<string, string> =>
  Object.fromEntries(element.attrs.map(({ name, value }) => [name, value]));

const readText = (node: Element): string =>
  node.childNodes
    .map((child) =>
      tree.isTextNode(child)
        ? child.value
        : tree.isElementNode(child) && !/^(script|style)$/.test(child.tagName)
          ? readText(child)
          : '',
    )
    .join('');
