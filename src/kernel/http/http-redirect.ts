import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';

const CHALLENGE = '/.well-known/acme-challenge/';

interface PlainDoor {
  /** Where to redirect to; undefined while HTTPS has no certificate. */
  origin(request: IncomingMessage): string | undefined;
  /** The answer to a token of the certificate authority. */
  challenge(token: string): string | undefined;
  /** Answers requests while HTTPS has no certificate. */
  explain: RequestListener;
}

/** The listener for plain HTTP beside HTTPS. It redirects all requests and answers the certificate authority. */
export function httpRedirect({ origin, challenge, explain }: PlainDoor): Server {
  return createServer(
    { maxHeaderSize: 32 * 1024, requestTimeout: 20_000, headersTimeout: 10_000 },
    (request, response) => {
      request.resume();
      const path = request.url!.startsWith('/') ? request.url! : '/';
      if (path.startsWith(CHALLENGE)) {
        const answer = challenge(path.slice(CHALLENGE.length));
        response
          .writeHead(answer === undefined ? 404 : 200, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' })
          .end(answer ?? 'Not found\n');
        return;
      }
      const to = origin(request);
      if (to === undefined) return explain(request, response);
      response.writeHead(308, { Location: to + path, 'Content-Length': 0, Connection: 'close' }).end();
    },
  );
}
