import { command } from '../../kit/command.ts';
import type { LogChannel } from '../../kit/messages/log.ts';

export function logCommands(log: LogChannel) {
  return {
    'sourcehost.log.show': command({
      does: 'Shows the log.',
      result: 'nothing',
      fields: {},
      run: () => {
        log.show();
        return Promise.resolve();
      },
    }),
  };
}
