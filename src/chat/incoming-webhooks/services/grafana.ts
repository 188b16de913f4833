import type { Notice, Service } from '../types.ts';
import { link, quote, words } from './wording.ts';

/** Alerts, of Grafana 8 and newer as groups, of older ones by rule. */
export const grafana: Service = {
  name: 'grafana',
  display_name: 'Grafana',
  all_event_types: ['ok', 'pending', 'alerting', 'paused', 'firing', 'resolved'],
  read: ({ payload }) => (Array.isArray(payload.alerts) ? group(payload) : rule(payload)),
};

function group({ alerts, status }: any): Notice {
  const parts = alerts.map((alert: any) => {
    const name = words(alert.labels.alertname ?? 'Alert');
    const head = `${alert.status === 'resolved' ? ':check:' : ':alert:'} **${alert.generatorURL ? link(name, alert.generatorURL) : name}**: ${words(alert.status)}`;
    const told = alert.annotations?.description || alert.annotations?.summary;
    const values = alert.valueString ? `\n\n\`\`\`\n${words(alert.valueString)}\n\`\`\`` : '';
    return `${head}${quote(told)}${values}`;
  });
  const [first] = alerts;
  return { event: words(status), topic: words(first.labels.alertname ?? 'Grafana'), content: parts.join('\n\n') };
}

function rule({ ruleName, ruleUrl, state, message, evalMatches }: any): Notice {
  const values = (evalMatches ?? []).map(
    ({ metric, value }: any) => `\n* ${words(metric)}: ${value === null ? 'no value' : words(value)}`,
  );
  const sign = state === 'ok' ? ':check:' : ':alert:';
  return {
    event: words(state),
    topic: words(ruleName),
    content: `${sign} **${ruleUrl ? link(ruleName, ruleUrl) : words(ruleName)}**: ${words(state)}${values.join('')}${quote(message)}`,
  };
}
