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

/** A path without its query and without secrets: some links contain keys. */
const withoutSecrets = ({ url = '' }: IncomingMessage): string => url.split('?', 1)[0]!.replace(/[\w-]{20,}/g, '…');
