import type { IncomingMessage, RequestListener } from 'node:http';
import type { Kernel } from '../kernel.ts';

/** Has each answered request logged, if the log wants as much: what it was, and how long it took. */
export const logging =
  (app: Kernel, listener: RequestListener): RequestListener =>
  (request, response) => {
    if (app.log.isLevelEnabled('debug')) {
      const began = performance.now();
      const { method } = request;
      const path = withoutSecrets(request);
      const ip = app.config.trustedAddress(request);
      response.on('finish', () => {
        app.log.debug(
          { method, path, status: response.statusCode, ms: Math.round(performance.now() - began), ip },
          'request',
        );
      });
    }
    listener(request, response);
  };

/** A path without its query, and without what could open something: links have keys in them. */
const withoutSecrets = ({ url = '' }: IncomingMessage): string => url.split('?', 1)[0]!.replace(/[\w-]{20,}/g, '…');
