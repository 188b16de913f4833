import { plainText } from '../../../../markdown/generated.ts';
import type { Service } from '../types.ts';
import { Reading } from './reading.ts';
import { link, list, topicOf } from './wording.ts';

/**
 * Prometheus' alerts. In the URL, `name` is the label for the topic, and `desc` the label or annotation for the text.
 */
export const alertmanager: Service = {
  name: 'alertmanager',
  display_name: 'Prometheus Alertmanager',
  all_event_types: null,
  read({ payload, options: { name, desc } }) {
    const alerts = new Reading(payload).requiredAt('alerts').list;
    const describe = (alert: Reading): string => {
      const text = alert.at('labels', desc).text ?? alert.at('annotations', desc).text ?? '(no description)';
      const url = alert.at('generatorURL').text;
      return url === undefined ? plainText(text) : `${plainText(text)} (${link('graph', url)})`;
    };
    const isResolved = (alert: Reading) => alert.at('status').text === 'resolved';
    const firing = alerts.filter((alert) => alert.isStructure && !isResolved(alert)).map(describe);
    const resolved = alerts.filter(isResolved).map(describe);
    const parts = [
      ...(firing.length > 0 ? [`:alert: **Firing**\n\n${list(firing)}`] : []),
      ...(resolved.length > 0 ? [`:check: **Resolved**\n\n${list(resolved)}`] : []),
    ];
    if (parts.length === 0) return undefined;
    const labels = alerts.find(({ isStructure }) => isStructure)!.at('labels');
    return { topic: topicOf([labels.first(name, 'alertname') ?? 'Alerts']), content: parts.join('\n\n') };
  },
};
