module.exports = { docs: ['intro', 'birds'] };
