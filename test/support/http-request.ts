import { Agent, request } from 'node:http';

interface HttpExchange {
  response: Pick<Response, 'status' | 'headers'>;
  text: string;
}

interface Request {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
}

const agent = new Agent({ keepAlive: true });
const FORM = 'application/x-www-form-urlencoded;charset=UTF-8';
/**
 * The headers that `fetch` sends, except the User-Agent. Tests act as interactive clients, whose messages are read by
 * their sender at once.
 */
const DEFAULT_HEADERS = { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'website' };

/**
 * Sends one request and follows redirects, as `fetch` does, for half of the CPU time. Tests spend most of their time on
 * requests.
 */
export async function sendRequest(
  url: string,
  method: string,
  headers: Record<string, string>,
  form?: URLSearchParams,
): Promise<HttpExchange> {
  const exchanged = await send({ url, method, headers, body: form?.toString() });
  const { status, headers: received } = exchanged.response;
  const location = received.get('location');
  if (status < 300 || status >= 400 || location === null) return exchanged;
  const response = await fetch(new URL(location, url), { method: method === 'HEAD' ? 'HEAD' : 'GET', headers });
  return { response, text: await response.text() };
}

/**
 * Sends one request. The server closes an idle connection after 75 seconds, perhaps while the next request is on its
 * way. Such a request was not processed, so it is sent again, as Node's documentation recommends.
 */
async function send(sent: Request): Promise<HttpExchange> {
  const { outgoing, reply } = sendOnce(sent);
  try {
    return await reply;
  } catch (error) {
    if (!outgoing.reusedSocket || (error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
    return send(sent);
  }
}

function sendOnce({ url, method, headers, body }: Request) {
  const outgoing = request(url, { agent, method, headers: { ...DEFAULT_HEADERS, ...bodyHeaders(body), ...headers } });
  const reply = new Promise<HttpExchange>((resolve, reject) => {
    outgoing.on('error', reject).on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => (text += part));
      response.on('error', reject).on('end', () => {
        const received = { status: response.statusCode!, headers: makeHeaders(response.rawHeaders) };
        resolve({ response: received, text });
      });
    });
  });
  outgoing.end(body);
  return { outgoing, reply };
}

const bodyHeaders = (body: string | undefined) =>
  body === undefined ? {} : { 'content-length': Buffer.byteLength(body), 'content-type': FORM };

function makeHeaders(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let at = 0; at < raw.length; at += 2) headers.append(raw[at]!, raw[at + 1]!);
  return headers;
}
