export default { guides: ['start'] };
