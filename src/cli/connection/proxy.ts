import http from 'node:http';

/**
 * Makes requests to this machine, such as a command's to its server, go there even if the environment names a proxy for
 * all requests (NODE_USE_ENV_PROXY).
 */
export function bypassProxyHere({ env }: Pick<NodeJS.Process, 'env'> = process): void {
  if (env.NODE_USE_ENV_PROXY === undefined) return;
  const others = env.no_proxy ?? env.NO_PROXY;
  const hosts = [others, 'localhost', '.localhost', '127.0.0.1', '[::1]'].filter(Boolean).join(',');
  // Node reads them when it starts, and child processes inherit them.
  Object.assign(env, { no_proxy: hosts, NO_PROXY: hosts });
  http.setGlobalProxyFromEnv?.(env as Record<string, string>);
}
