import type { IncomingMessage, RequestListener } from 'node:http';
import type { Kernel } from '../kernel.ts';

/** Logs each answered request, if the log level includes it: the request and its duration. */
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

/** What links contain as keys: long words, and the tokens of webhook addresses, some of which are shorter. */
const SECRETS = /[\w-]{20,}|(?<=\/hooks\/)[^/]+/g;

/** A path without its query and without secrets. */
const withoutSecrets = ({ url = '' }: IncomingMessage): string => url.split('?', 1)[0]!.replace(SECRETS, '…');
