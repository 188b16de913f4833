import type { Service } from '../types.ts';
import { link, list, words } from './wording.ts';

/** Prometheus' alerts. `name` in the address is the label that makes the topic, `desc` the label or annotation that is said. */
export const alertmanager: Service = {
  name: 'alertmanager',
  display_name: 'Prometheus Alertmanager',
  all_event_types: null,
  read({ payload, options }) {
    const said = (status: string) =>
      payload.alerts
        .filter((alert: any) => alert.status === status)
        .map((alert: any) => {
          const text = alert.labels[options.desc] ?? alert.annotations?.[options.desc] ?? '(no description)';
          return alert.generatorURL ? `${words(text)} (${link('graph', alert.generatorURL)})` : words(text);
        });
    const firing = said('firing');
    const resolved = said('resolved');
    const parts = [
      ...(firing.length > 0 ? [`:alert: **Firing**\n\n${list(firing)}`] : []),
      ...(resolved.length > 0 ? [`:check: **Resolved**\n\n${list(resolved)}`] : []),
    ];
    if (parts.length === 0) return undefined;
    const [first] = payload.alerts;
    return {
      topic: words(first.labels[options.name] ?? first.labels.alertname ?? 'Alerts'),
      content: parts.join('\n\n'),
    };
  },
};
