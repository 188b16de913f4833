import type { App } from '../app.ts';
import { EngineUnavailable } from '../kernel/cluster/engine/engine.ts';
import { ApiError, badRequest } from '../kernel/errors.ts';

export const clusterNodeCommands = {
  /** Runs in the node that writes. */
  'cluster-step-down': async ({ node }: App) => {
    if (!node?.stepDown) throw badRequest('This server is not part of a cluster.');
    try {
      await node.stepDown();
    } catch (error) {
      throw error instanceof EngineUnavailable ? new ApiError(503, 'SERVICE_UNAVAILABLE', error.message) : error;
    }
    return { node: node.name };
  },
};
