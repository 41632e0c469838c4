export { default } from '@theme-original/NotFound';
