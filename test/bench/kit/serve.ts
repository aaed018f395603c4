// The local service in a process of its own, so that its work is not measured; sends its address to the parent.
import { startService } from '../../service/service.ts';
import type { ServiceOptions } from '../../service/handle.ts';

const service = await startService(JSON.parse(process.argv[2] ?? '{}') as ServiceOptions);
process.send?.(service.url);
process.on('disconnect', () => {
  service.close().then(
    () => process.exit(),
    () => process.exit(1),
  );
});
