export { engines } from './engines.ts';
export { eventually } from './eventually.ts';
export { type Answer, type Call, caller } from './http.ts';
export { type OwnEngines, startOwnEngines } from './own-engines.ts';
export { isApacheKafka, type OwnKafka, startOwnKafka } from './own-kafka.ts';
export { type ServiceProcess, startServiceProcess } from './service-process.ts';
export { stateMessage } from './state-message.ts';
export { startTestTokens, type TestTokens } from './test-tokens.ts';
export { outsideKafka, readTopic, type Received } from './topic.ts';
