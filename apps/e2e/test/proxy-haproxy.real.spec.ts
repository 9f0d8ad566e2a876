// needs: haproxy
// Costs 20 s on 2 quiet cores: 15 s for the product.
import { describeProxy } from '../src/proxy-suite.ts';

describeProxy('haproxy', { configuration: (sections) => sections, args: (file) => ['-db', '-f', file] });
