/** Reads a feature of the browser. Returns undefined if it is missing, or if a setting of the browser forbids it. */
export function optional<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Service workers, which browsers offer only on secure origins and localhost, and not in every private window. */
export const serviceWorkers = (): ServiceWorkerContainer | undefined => optional(() => navigator.serviceWorker);
