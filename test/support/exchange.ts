import { Agent, request } from 'node:http';

interface Exchange {
  response: Pick<Response, 'status' | 'headers'>;
  text: string;
}

const agent = new Agent({ keepAlive: true });
/**
 * The headers that `fetch` sends, except the User-Agent. Tests act as interactive clients, whose messages are read by
 * their sender at once.
 */
const USUAL = { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'website' };

/**
 * Sends one request and follows redirects, as `fetch` does, for half of the CPU time. Tests spend most of their time on
 * requests.
 */
export async function exchange(
  url: string,
  method: string,
  headers: Record<string, string>,
  form?: URLSearchParams,
): Promise<Exchange> {
  const answered = await ask(url, method, headers, form?.toString());
  const { status, headers: said } = answered.response;
  const place = said.get('location');
  if (status < 300 || status >= 400 || place === null) return answered;
  const response = await fetch(new URL(place, url), { method: method === 'HEAD' ? 'HEAD' : 'GET', headers });
  return { response, text: await response.text() };
}

function ask(
  url: string,
  method: string,
  headers: Record<string, string>,
  body: string | undefined,
): Promise<Exchange> {
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body), 'content-type': FORM };
  return new Promise((resolve, reject) => {
    const asking = request(url, { agent, method, headers: { ...USUAL, ...length, ...headers } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => (text += part));
      response
        .on('error', reject)
        .on('end', () =>
          resolve({ response: { status: response.statusCode!, headers: told(response.rawHeaders) }, text }),
        );
    });
    asking.on('error', reject).end(body);
  });
}

const FORM = 'application/x-www-form-urlencoded;charset=UTF-8';

function told(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let at = 0; at < raw.length; at += 2) headers.append(raw[at]!, raw[at + 1]!);
  return headers;
}
