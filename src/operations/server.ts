import { Type } from 'typebox';
import type { App } from '../app.ts';
import { reloadWebClients } from '../chat/register/actions.ts';
import { EngineUnavailable } from '../kernel/cluster/engine/engine.ts';
import { ApiError, badRequest } from '../kernel/errors.ts';
import { Nullable, OneOf } from '../kernel/http/schema.ts';
import { showSetting } from '../settings/find.ts';
import { operation } from './operation.ts';

export const serverOperations = {
  'config-show': operation({
    result: Type.Array(
      Type.Object({
        setting: Type.String(),
        value: Nullable(Type.String()),
        origin: Type.String(),
        from: OneOf('flag', 'environment', 'file', 'default'),
      }),
    ),
    audit: 'reads',
    run: (app) => app.config.found.map(showSetting),
  }),
  'reload-clients': operation({
    result: Type.Object({ told: Type.Integer() }),
    audit: 'transient',
    run: (app, { immediate = false }: { immediate?: boolean }) => ({ told: reloadWebClients(app, immediate) }),
  }),
  /** Runs in the node that writes. */
  'cluster-step-down': operation({
    result: Type.Object({ node: Type.String() }),
    audit: 'transient',
    async run({ node }: App) {
      if (!node?.stepDown) throw badRequest('This server is not part of a cluster.');
      try {
        await node.stepDown();
      } catch (error) {
        throw error instanceof EngineUnavailable ? new ApiError(503, 'SERVICE_UNAVAILABLE', error.message) : error;
      }
      return { node: node.name };
    },
  }),
};
