import { requireNotice, sampleDelivery } from '../../../src/chat/integrations/incoming-webhooks/rules.ts';
import { SERVICES } from '../../../src/chat/integrations/incoming-webhooks/services/table.ts';
import type { Notice, Sample, Service } from '../../../src/chat/integrations/incoming-webhooks/types.ts';

/** All services, loaded. */
export const LOADED: readonly Service[] = await Promise.all(SERVICES.map(({ load }) => load()));

/** All samples of all services. */
export const SAMPLES: readonly { service: Service; sample: Sample; title: string }[] = LOADED.flatMap((service) =>
  service.samples.map((sample) => ({
    service,
    sample,
    title: [service.name, ...Object.values(sample.headers ?? {}), sample.text.slice(0, 40)].join(' '),
  })),
);

/** The notice about a sample, or about another payload in its place. Throws the error that the sender would receive. */
export const readSample = (service: Service, sample: Sample): Notice | undefined =>
  requireNotice(service, structuredClone(sampleDelivery(sample)));
