import { plainText } from '../../../../markdown/generated.ts';
import type { Notice, Service } from '../types.ts';
import { Reading } from './reading.ts';
import { link, quote, topicOf } from './wording.ts';

/** Alerts: of Grafana 8 and newer in groups, of older versions by rule. */
export const grafana: Service = {
  name: 'grafana',
  display_name: 'Grafana',
  all_event_types: ['ok', 'pending', 'alerting', 'paused', 'firing', 'resolved'],
  read({ payload }) {
    const reading = new Reading(payload);
    return reading.at('alerts').isStructure ? group(reading) : rule(reading);
  },
};

function group(reading: Reading): Notice | undefined {
  const alerts = reading.at('alerts').list.filter(({ isStructure }) => isStructure);
  const [first] = alerts;
  if (!first) return undefined;
  const status = reading.at('status').text ?? first.at('status').text;
  return {
    ...(status !== undefined && { event: status }),
    topic: topicOf([first.at('labels', 'alertname').text ?? 'Grafana']),
    content: alerts.map((alert) => describe(alert, status)).join('\n\n'),
  };
}

function describe(alert: Reading, statusOfAll: string | undefined): string {
  const status = alert.at('status').text ?? statusOfAll ?? 'firing';
  const name = link(alert.at('labels', 'alertname').text ?? 'Alert', alert.at('generatorURL').text);
  const description = alert.at('annotations').first('description', 'summary');
  const values = alert.at('valueString').text;
  const sign = status === 'resolved' ? ':check:' : ':alert:';
  return `${sign} **${name}**: ${plainText(status)}${quote(description)}${values === undefined ? '' : codeBlock(values)}`;
}

function codeBlock(text: string): string {
  const fence = '`'.repeat(Math.max(3, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length + 1)));
  return `\n\n${fence}\n${text}\n${fence}`;
}

function rule(reading: Reading): Notice {
  const state = reading.at('state').text;
  const name = reading.first('ruleName', 'title');
  if (state === undefined && name === undefined) throw new TypeError('neither a rule nor its state');
  const values = reading.at('evalMatches').list.map((match) => {
    const value = match.at('value').text ?? 'no value';
    return `\n* ${plainText(match.at('metric').text ?? 'Value')}: ${plainText(value)}`;
  });
  const head = `${state === 'ok' ? ':check:' : ':alert:'} **${link(name ?? 'Alert', reading.at('ruleUrl').text)}**`;
  return {
    ...(state !== undefined && { event: state }),
    topic: topicOf([name ?? 'Grafana']),
    content: `${head}: ${plainText(state ?? 'alerting')}${values.join('')}${quote(reading.at('message').text)}`,
  };
}
