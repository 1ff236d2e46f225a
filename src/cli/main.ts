#!/usr/bin/env node
console.log('starbox');
