// needs: nginx
// Costs 20 s on 2 quiet cores: 15 s for the product.
import { describeProxy } from '../src/proxy-suite.ts';

describeProxy('nginx', {
  configuration: (server, folder) =>
    // nginx workers write large bodies into a folder that belongs to this user.
    `${process.getuid?.() === 0 ? 'user root;' : ''} pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}
http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
${server}}`,
  args: (file) => ['-c', file, '-g', 'daemon off;'],
});
