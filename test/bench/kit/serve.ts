// The local service in a process of its own, so that its work is not measured; sends the address of its control to the parent.
import { startService } from '../../service/service.ts';
import type { ServiceOptions } from '../../service/handle.ts';

const service = await startService(JSON.parse(process.argv[2] ?? '{}') as ServiceOptions);
process.send?.(service.controlUrl);
process.on('disconnect', () => {
  service.close().then(
    () => process.exit(),
    () => process.exit(1),
  );
});
