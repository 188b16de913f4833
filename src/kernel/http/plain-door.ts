import { createServer, type Server } from 'node:http';

const CHALLENGE = '/.well-known/acme-challenge/';

/**
 * What answers plain HTTP beside HTTPS: it sends everybody there, and answers the authority that gives the certificates. `origin` is
 * undefined while there is none to be sent to.
 */
export function plainDoor(origin: () => string | undefined, challenge: (token: string) => string | undefined): Server {
  return createServer(
    { maxHeaderSize: 32 * 1024, requestTimeout: 20_000, headersTimeout: 10_000 },
    (request, response) => {
      request.resume();
      const path = request.url!.startsWith('/') ? request.url! : '/';
      const answer = path.startsWith(CHALLENGE) ? challenge(path.slice(CHALLENGE.length)) : undefined;
      if (answer !== undefined) {
        response.writeHead(200, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' }).end(answer);
        return;
      }
      const to = origin();
      if (to === undefined || path.startsWith(CHALLENGE)) {
        const [status, text] =
          to === undefined
            ? [503, 'This server waits for its certificate. Try again in a minute.']
            : [404, 'Not found'];
        response
          .writeHead(status as number, { 'Content-Type': 'text/plain', 'Retry-After': 30, 'Cache-Control': 'no-store' })
          .end(`${text}\n`);
        return;
      }
      response.writeHead(308, { Location: to + path, 'Content-Length': 0, Connection: 'close' }).end();
    },
  );
}
