module.exports = {
  people: ['index', 'rules', { type: 'category', label: 'Teams', items: ['teams/meetings'] }],
};
