import { say } from '../../kernel/terminal/output.ts';
import { localCommand, type Noun, operationCommand } from '../declaration/command.ts';
import { count, parsedFlag, usualFlag } from '../declaration/parameters.ts';

export const clusterNoun: Noun = {
  about: 'several machines that share an organization',
  commands: {
    status: localCommand({
      about: 'print the nodes, the NATS servers and the log; exit code 7 if one is missing',
      flags: { nodes: parsedFlag('<n>', 'how many nodes must run (default: as many as NATS servers)', count) },
      settings: {},
      audit: 'reads',
      load: async () => (await import('./status.ts')).status,
    }),
    /** It can be given to any node. */
    'step-down': operationCommand({
      about: 'let another node write, before maintenance of the one that writes',
      operation: 'cluster-step-down',
      runsIn: 'server',
      print: ({ node }) => say(`${node} does not write any more. klatch cluster status shows which node does.`),
    }),
    leave: localCommand({
      about: 'make the database of a stopped node one of a server on its own',
      audit: 'files',
      load: async () => (await import('./leave.ts')).leave,
    }),
    try: localCommand({
      about: 'start three NATS servers and three nodes on this machine for a look',
      flags: {
        natsServer: usualFlag('<file>', 'the program nats-server', 'nats-server'),
        port: usualFlag('<n>', 'port of the first node; the others have the next ones', 9991, count),
      },
      place: 'none',
      json: false,
      audit: 'parts',
      load: async () => (await import('./try.ts')).tryCluster,
    }),
  },
};
